/** A sentence of the contracts, in which names stand between backticks. */
export const Words = ({ text }: { text: string }) =>
  text.split('`').map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part))
