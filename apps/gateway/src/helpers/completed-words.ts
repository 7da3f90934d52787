/** 'The gallery is complete. 3 emails are being sent.' */
export function completedWords(notified: number): string {
  if (notified === 0) return 'The gallery is complete.'
  return notified === 1
    ? 'The gallery is complete. 1 email is being sent.'
    : `The gallery is complete. ${notified} emails are being sent.`
}
