export type Offer = { words: string, };
