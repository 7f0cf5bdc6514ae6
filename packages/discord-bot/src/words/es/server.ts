/** The settings of a server. */
export {};
