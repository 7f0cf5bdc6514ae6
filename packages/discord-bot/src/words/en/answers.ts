/** What commands and buttons answer in short, beside their cards. */
export {};
