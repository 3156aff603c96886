// The way that a piece goes over the map: along the links between its stops.

const STEPS = 10; // points of a link

// The links of a way, each with whether it is gone from its end to its start.
export function roads(svg, stops) {
  return stops.slice(1).flatMap((to, i) => {
    const on = svg.getElementById(`link-${stops[i]}-${to}`);
    const back = svg.getElementById(`link-${to}-${stops[i]}`);
    const path = (on ?? back)?.firstElementChild;
    return path ? [{ path, isBack: !on }] : [];
  });
}

export function travel(svg, piece, stops, timing) {
  const points = roads(svg, stops).flatMap(({ path, isBack }) => {
    const length = path.getTotalLength() / STEPS;
    const steps = Array.from({ length: STEPS + 1 }, (_, i) => path.getPointAtLength(length * i));
    return isBack ? steps.reverse() : steps;
  });
  const move = piece.animate(
    points.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })),
    { easing: "ease-in-out", fill: "both", ...timing },
  );
  move.onfinish = () => piece.remove();
}

export function centre(svg, place) {
  const { e: x, f: y } = svg.getElementById(`place-${place}`).transform.baseVal.getItem(0).matrix;
  return { x, y };
}
