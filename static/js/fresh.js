// A page that the browser kept and shows again by Back is asked for anew.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
