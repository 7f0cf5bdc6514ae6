/** What a server can restrict to members with certain roles. */
export type Act = 'prepare' | 'fund' | 'steps';
