/** Random and unique; crypto.randomUUID is missing where the page is served without https from another machine. */
export const uniqueId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
