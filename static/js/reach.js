// The way to the server: what is asked is asked until it answers, and what is amiss is said.

const AGAIN = 5000;

// Shows one of the notices that the page holds, or none.
export function notify(id) {
  for (const notice of document.querySelectorAll("#notices > *")) notice.hidden = notice.id !== id;
}

// Without a network it says so and waits. A redirect is not followed: it leads to the sign-in.
export async function reach(path, options = {}) {
  for (;;) {
    try {
      const answer = await fetch(path, { redirect: "manual", ...options });
      notify();
      return answer;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      for (const busy of document.querySelectorAll("[aria-busy]")) {
        busy.removeAttribute("aria-busy");
      }
      notify("offline");
      await network();
    }
  }
}

export function isSignedOut(answer) {
  return answer.type === "opaqueredirect";
}

// Where to sign in and come back to this page with what was chosen.
export function signInWith(fields) {
  const address = new URL(document.querySelector("#signed-out a").href);
  const chosen = String(fields);
  address.search = new URLSearchParams({
    next: chosen ? `${location.pathname}?${chosen}` : location.pathname,
  });
  return address;
}

export function saySignedOut(fields) {
  const link = document.querySelector("#signed-out a");
  link.href = signInWith(fields);
  notify("signed-out");
  document.title = link.parentElement.innerText;
}

export function parse(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

function network() {
  return new Promise((back) => {
    addEventListener("online", back, { once: true });
    // Also offline: a browser takes a machine for that which reaches its own site alone.
    setTimeout(back, AGAIN);
  });
}
