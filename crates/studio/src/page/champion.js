// The strongest profile that is shipped.
export const CHAMPION = "temperament";
