// A button beside every field whose text is meant for elsewhere: copies it.

// The older way works where the newer is refused: without TLS, or within the page of another site.
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

for (const field of document.querySelectorAll("[data-copy]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button small";
  button.textContent = field.dataset.copy;
  button.addEventListener("click", async () => {
    if (await copy(field)) button.textContent = field.dataset.copied;
  });
  field.after(button);
}
