/** The forms that buttons open, and what they confirm. */
export {};
