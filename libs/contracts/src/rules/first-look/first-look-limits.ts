/** rules 128 and 129: limits of first looks. All addresses of a link fit into one bus message. */
export const FIRST_LOOK = {
  note: 200,
  addresses: 1000,
  /** Addresses per network and link in 15 minutes, once half of the addresses are used. Includes known addresses. */
  perNetwork: 10,
  /** Addresses for all galleries of one owner in 15 minutes. */
  perOwner: 1000,
} as const
