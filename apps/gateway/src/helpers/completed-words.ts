/** 'The gallery is complete. 3 emails are being sent.' */
export function completedWords(told: number): string {
  if (told === 0) return 'The gallery is complete.'
  return told === 1
    ? 'The gallery is complete. 1 email is being sent.'
    : `The gallery is complete. ${told} emails are being sent.`
}
