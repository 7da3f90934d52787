/** Returns 32 random hex digits. crypto.randomUUID does not exist over plain HTTP. */
export const uniqueId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
