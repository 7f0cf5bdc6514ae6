/** Cards for a team. */
export {};
