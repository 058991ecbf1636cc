type Attribute = string | boolean | undefined | ((event: Event) => void);
export type Child = Node | string | undefined | false | readonly Child[];

/** An element: functions are listeners, `false` and `undefined` leave an attribute out. Text is text, never markup. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  append(element, children);
  return element;
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== undefined && child !== false) element.append(child as Node | string);
  }
}

/** One of those that the page came with. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`#${id} is missing`);
  return found;
}

export function clock(ms: number): string {
  return new Date(ms).toTimeString().slice(0, 8);
}

const DAY_MS = 86_400_000;

/** With its day, where that is not this one. */
export function timeOf(ms: number): HTMLElement {
  const date = new Date(ms);
  const isNear = Math.abs(Date.now() - ms) < DAY_MS && date.getDate() === new Date().getDate();
  const text = isNear ? clock(ms) : date.toLocaleDateString('en-CA').slice(5).concat(' ', clock(ms).slice(0, 5));
  return el('time', { datetime: date.toISOString() }, text);
}
