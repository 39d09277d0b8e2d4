// Edges of the picture that is shown which pass through something that is not their end: another action, a
// column's name, what a frame or a barrier says. As the page's own fonts lay it out.
const svg = document.querySelector(".graph svg");
const kTouch = 1; // coordinates are rounded
const box_of = (element) => {
  const { x, y, width, height } = element.getBBox();
  return { left: x + kTouch, top: y + kTouch, right: x + width - kTouch, bottom: y + height - kTouch };
};
const contains = ({ left, top, right, bottom }, { x, y }) => x > left && x < right && y > top && y < bottom;
const nodes = [...svg.querySelectorAll(".node")].map((node) => ({
  event: node.dataset.event, words: node.querySelector(".label").textContent, box: box_of(node.querySelector("rect")) }));
const texts = [...svg.querySelectorAll(".head, .frame text, .bar text")].map((text) => ({ words: text.textContent, box: box_of(text) }));
const edges = [...svg.querySelectorAll(".edge")];
const found = edges.flatMap((edge) => {
  const line = edge.querySelector(".line");
  const length = line.getTotalLength();
  const points = Array.from({ length: Math.ceil(length / 3) }, (_, i) => line.getPointAtLength(3 * i));
  const { from, to, relations } = edge.dataset;
  return [...nodes.filter(({ event }) => event !== from && event !== to), ...texts]
    .filter(({ box }) => points.some((point) => contains(box, point)))
    .map(({ words }) => `${relations} from ${from} to ${to} passes through ${words}`);
});
return { edges: edges.length, found };
