// The time zone of whoever signs in for the first time, as the browser knows it.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
for (const field of document.querySelectorAll("input[name=zone]")) field.value = timeZone ?? "";
