/** The web page on which a person reads a transaction and signs it, and its small HTTP API. */

export { openingAddress, pageAddress } from './addresses.ts';
export { type DeskWithPage, openDeskWithPage } from './open-desk-with-page.ts';
export { findPageHolder } from './page-place.ts';
export { type ServedSigningPage, type ServeOptions, serveSigningPage } from './serve.ts';
export { createSigningPage, type SigningPage, type SigningPageOptions } from './signing-page.ts';
