/** How an escrow stands, and the buttons of its steps. */
export {};
