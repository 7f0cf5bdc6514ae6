/** Whether an HTTP header can carry a credential. */

/** What is wrong with `text` as a credential, without repeating it; undefined if a header can carry it. */
export function credentialProblem(text: string): string | undefined {
  return /^[\x21-\x7e]{1,4096}$/.test(text)
    ? undefined
    : 'is empty, too long or holds characters (white space, perhaps) that no HTTP header can carry';
}
