/** For the administration, which itself waits 2 seconds for others: longer is no answer to somebody who looks what is wrong. */
export const ADMIN_MS = 2800
