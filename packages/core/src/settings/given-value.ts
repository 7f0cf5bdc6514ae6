/** The value of a variable; undefined where it is unset, empty or white space. */

/** A host without a value for a setting may pass its own placeholder on. */
const PLACEHOLDER = /^\$\{user_config\.[\w.-]*\}$/;

export function givenValue(value: string | undefined): string | undefined {
  const text = value?.trim() ?? '';
  return text === '' || PLACEHOLDER.test(text) ? undefined : text;
}
