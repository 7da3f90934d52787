/** rules 128 and 129: what an owner may say of a first look, and how many addresses visitors leave. All of a link fit into a message of the bus. */
export const FIRST_LOOK = {
  note: 200,
  addresses: 1000,
  /** Once more than half of them exist, one network may leave this many for a link in 15 minutes, known ones included. */
  perNetwork: 10,
  /** For galleries of one owner, also in 15 minutes. */
  perOwner: 1000,
} as const
