/** rule 2: the answer of a call that only does something, with a sentence for a person. */
export const succeeded = (message: string): { success: true; message: string } => ({ success: true, message })
