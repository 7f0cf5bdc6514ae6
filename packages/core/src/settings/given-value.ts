/** What a variable was set to; nothing where it is unset, empty or white space. */

/** A host that was told no value may hand on its own placeholder for one. */
const PLACEHOLDER = /^\$\{user_config\.[\w.-]*\}$/;

export function givenValue(value: string | undefined): string | undefined {
  const text = value?.trim() ?? '';
  return text === '' || PLACEHOLDER.test(text) ? undefined : text;
}
