/** 'The gallery is complete. 3 mails go out.' */
export function completedWords(told: number): string {
  if (told === 0) return 'The gallery is complete.'
  return told === 1 ? 'The gallery is complete. 1 mail goes out.' : `The gallery is complete. ${told} mails go out.`
}
