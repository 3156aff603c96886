// A button beside every field whose text is meant for elsewhere: copies it.
for (const field of document.querySelectorAll("[data-copy]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button small";
  button.textContent = field.dataset.copy;
  button.addEventListener("click", async () => {
    field.select();
    await navigator.clipboard.writeText(field.value);
    button.textContent = field.dataset.copied;
  });
  if (navigator.clipboard) field.after(button);
}
