/** Elements from data. Text only ever becomes text: nothing here, and nothing on the page, parses HTML. */
export type Child = Node | string | undefined | false | readonly Child[];
type Attributes = Readonly<Record<string, string | boolean | undefined | ((event: Event) => void)>>;

/** A function as attribute (`onclick`) listens; `true` sets an empty attribute; `false` and `undefined` set none. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...nodes(children));
  return element;
}

export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...nodes(children));
}

function nodes(children: readonly Child[]): (Node | string)[] {
  return children.flatMap((child) => {
    if (child === undefined || child === false) return [];
    return typeof child === 'string' || child instanceof Node ? [child] : nodes(child);
  });
}
