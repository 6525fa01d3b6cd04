// Three versions of a text: what two of them have changed in the third.

// The lines of `a` and `b` that belong to their longest common subsequence, as pairs of indices in order.
export function common(a, b) {
  const same = (i, j) => a[i] === b[j];
  const ends = [a.length, b.length];
  let start = 0;
  while (start < Math.min(...ends) && same(start, start)) start++;
  while (Math.min(...ends) > start && same(ends[0] - 1, ends[1] - 1)) ends.forEach((_, side) => ends[side]--);
  const [rows, columns] = ends.map((end) => end - start);
  // lengths[i][j]: length of the longest common subsequence of the lines from i and j on.
  const lengths = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1));
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      lengths[i][j] = same(start + i, start + j) ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const pairs = Array.from({ length: start }, (_, index) => [index, index]);
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (same(start + i, start + j)) pairs.push([start + i++, start + j++]);
    else if (lengths[i + 1][j] >= lengths[i][j + 1]) i++;
    else j++;
  }
  for (let back = a.length - ends[0]; back > 0; back--) pairs.push([a.length - back, b.length - back]);
  return pairs;
}

// What `other` has instead of lines of `base`: `{ from, to, lines }` for the lines from `from` to before `to`.
function changes(base, other) {
  const found = [];
  let [i, j] = [0, 0];
  for (const [a, b] of [...common(base, other), [base.length, other.length]]) {
    if (a > i || b > j) found.push({ from: i, to: a, lines: other.slice(j, b) });
    [i, j] = [a + 1, b + 1];
  }
  return found;
}

// The text with the changes of both sides; null if they have changed the same lines in different ways.
export function merge(base, mine, theirs) {
  const lines = base.split("\n");
  const edits = [mine, theirs].map((text) => changes(lines, text.split("\n")));
  const isSame = (a, b) => a.from === b.from && a.to === b.to && a.lines.join("\n") === b.lines.join("\n");
  const isInsertion = ({ from, to }) => from === to;
  // Lines that both sides add at one place go together if they set different keys of the same section.
  const keys = ({ lines }) => lines.map((line) => line.split("=")[0].trim()).filter(Boolean);
  const fit = (a, b) => isInsertion(a) && isInsertion(b) && ![...keys(a), ...keys(b)].some((key) => key.startsWith("[")) && !keys(a).some((key) => keys(b).includes(key));
  const touch = (a, b) => !fit(a, b) && overlap(a, b);
  const overlap = (a, b) => (a.from === b.from && (a.to === a.from || b.to === b.from)) || (a.from < b.to && b.from < a.to);
  const theirsOnly = edits[1].filter((edit) => !edits[0].some((other) => isSame(edit, other)));
  if (edits[0].some((a) => theirsOnly.some((b) => touch(a, b)))) return null;
  const all = [...edits[0], ...theirsOnly].sort((a, b) => a.from - b.from || a.to - b.to);
  const merged = [];
  let at = 0;
  for (const { from, to, lines: added } of all) {
    merged.push(...lines.slice(at, from), ...added);
    at = to;
  }
  return [...merged, ...lines.slice(at)].join("\n");
}
