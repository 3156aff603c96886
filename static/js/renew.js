// Makes a part of the page what has come, and leaves alone what is the same: words that somebody
// types, what they opened, where they are.

export function renew(here, come) {
  for (const { name } of [...here.attributes]) {
    if (name !== "open" && !come.hasAttribute(name)) here.removeAttribute(name);
  }
  for (const { name, value } of come.attributes) {
    if (name !== "open" && here.getAttribute(name) !== value) here.setAttribute(name, value);
  }
  const left = [...here.childNodes];
  const next = [...come.childNodes].map((child) => {
    const at = left.findIndex((each) => key(each) === key(child));
    if (at < 0) return child;
    const [same] = left.splice(at, 1);
    if (same.nodeType !== Node.ELEMENT_NODE) same.nodeValue = child.nodeValue;
    else if (!same.isEqualNode(child)) renew(same, child);
    return same;
  });
  for (const gone of left) gone.remove();
  next.forEach((child, number) => {
    if (here.childNodes[number] !== child) {
      here.insertBefore(child, here.childNodes[number] ?? null);
    }
  });
}

function key(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeName;
  const names = ["aria-labelledby", "name"].map((name) => node.getAttribute(name));
  return [node.nodeName, node.id, ...names, node.classList[0]].join(" ");
}
