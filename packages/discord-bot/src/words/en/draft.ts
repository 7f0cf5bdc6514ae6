/** The panel and the forms of a draft. */
export {};
