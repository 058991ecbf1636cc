/** A markdown table; numbers stand right. */
export function table(heads, rows) {
  const isNumeric = heads.map((_, at) => rows.every((row) => /^[\d.,]+( |x|%|$)/.test(String(row[at]))));
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(isNumeric.map((one) => (one ? '---:' : '---'))), ...rows.map(line)].join('\n');
}

export function milliseconds(value) {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ms`;
}

export function microseconds(nanoseconds) {
  const value = nanoseconds / 1000;
  return `${value < 10 ? value.toFixed(2) : value.toFixed(0)} us`;
}

export const times = (ratio) => `${ratio.toFixed(2)}x`;

const WIDTH = 720;
const ROW = 28;
const LABEL = 260;
const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Bars from the left, the longest over the whole width. `bars`: `[{ name, value, text }]`, `title`: one line. */
export function barChart({ title, bars }) {
  const longest = Math.max(...bars.map(({ value }) => value));
  const height = ROW * (bars.length + 1) + 12;
  const rows = bars.map(({ name, value, text }, at) => {
    const y = ROW * (at + 1);
    const width = Math.max(1, ((WIDTH - LABEL - 110) * value) / longest).toFixed(1);
    return `<text x="${LABEL - 8}" y="${y + 15}" text-anchor="end">${escaped(name)}</text>
<rect x="${LABEL}" y="${y + 3}" width="${width}" height="16" rx="2" fill="#3d7ea6"/>
<text x="${LABEL + Number(width) + 6}" y="${y + 15}">${escaped(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13">
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
<text x="8" y="19" font-weight="bold">${escaped(title)}</text>
${rows.join('\n')}
</svg>
`;
}
