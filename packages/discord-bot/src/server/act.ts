/** What a server can leave to members with certain roles. */
export type Act = 'prepare' | 'fund' | 'steps';
