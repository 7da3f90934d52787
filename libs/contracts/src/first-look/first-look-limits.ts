/** rules 128 and 129: what an owner may say of a first look, and how many addresses visitors leave. All of a link fit into a message of the bus. */
export const FIRST_LOOK = {
  note: 200,
  addresses: 200,
  /** Addresses that one network may leave for a link in 15 minutes, known ones included. */
  perNetwork: 10,
  /** In all galleries together, and for those of one owner, also in 15 minutes. */
  perNetworkInAll: 60,
  perOwner: 400,
} as const
