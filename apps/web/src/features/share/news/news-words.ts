/** '17 new, 3 corrected since your last visit' */
export function newsWords(fresh: number, corrected: number): string {
  const parts = [fresh && `${fresh} new`, corrected && `${corrected} corrected`]
  return `${parts.filter(Boolean).join(', ')} since your last visit`
}
