import type { Offer } from "./Offer";

export type OfferGroup = { verb: string, offers: Array<Offer>, };
