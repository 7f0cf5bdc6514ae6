/** What to do next, where a card and an error advise the same. */

export const GO_ON_WITH_NEWER = 'Go on with the newer one, if you know who changed it; otherwise sign neither.';
