import { NoteExport } from './note-export.handler.ts'

/** One account in the hands of the administration. */
export const accountHandlers = [NoteExport]
