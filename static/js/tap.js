// What a tap on the map means: a place, the plate of a region, or a link. What glows is meant from
// a little further than what is only looked at.

const NEAR = { place: 17, link: 14 }; // CSS pixels
const LOOKS = 24; // pieces of a link, each as good as straight

export function meant(svg, event) {
  const direct = event.target.closest(".place, .plate");
  return direct ?? glowing(svg, event) ?? link(svg, event);
}

function glowing(svg, event) {
  const far = (place) => {
    const box = place.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const apart = Math.hypot(event.clientX - x, event.clientY - y);
    return apart - Math.min(box.width, box.height) / 2;
  };
  return nearest(svg.querySelectorAll(".place.reachable"), far, NEAR.place);
}

function link(svg, event) {
  const matrix = svg.getScreenCTM();
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const far = (group) => {
    const points = curve(group.firstElementChild);
    return Math.min(...points.slice(1).map((point, i) => fromLine(at, points[i], point)));
  };
  return nearest(svg.querySelectorAll(".link"), far, NEAR.link / matrix.a);
}

// A link is one bend from its start to its end.
function curve(path) {
  const [x0, y0, x, y, x1, y1] = path
    .getAttribute("d")
    .match(/-?[\d.]+/g)
    .map(Number);
  return Array.from({ length: LOOKS + 1 }, (_, i) => {
    const [t, s] = [i / LOOKS, 1 - i / LOOKS];
    return {
      x: s * s * x0 + 2 * s * t * x + t * t * x1,
      y: s * s * y0 + 2 * s * t * y + t * t * y1,
    };
  });
}

function nearest(elements, far, most) {
  let [found, least] = [null, most];
  for (const element of elements) {
    const distance = far(element);
    if (distance < least) [found, least] = [element, distance];
  }
  return found;
}

function fromLine(at, from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = (at.x - from.x) * dx + (at.y - from.y) * dy;
  const share = Math.min(1, Math.max(0, along / (dx * dx + dy * dy || 1)));
  return Math.hypot(at.x - from.x - share * dx, at.y - from.y - share * dy);
}
