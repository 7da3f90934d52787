import { COPIED_MESSAGE_MS } from '@daymark/contracts'
import { copyText } from '../../lib/copy-and-save.ts'
import { TextField } from '../fields/text-field.tsx'
import { confirmAction, showToast } from '../overlay/overlay-store.ts'

/** Copies a text to the clipboard. If the browser refuses, shows the text in a dialog and returns false. */
export async function copyOrShowText(text: string): Promise<boolean> {
  if (await copyText(text)) return true
  const field = <TextField label="Text" hideLabel readOnly value={text} onFocus={event => event.target.select()} />
  await confirmAction({ title: 'Copy this text', text: field, action: 'Done', cancel: 'Close' })
  return false
}

export async function copyWithToast(text: string, successMessage: string) {
  if (await copyOrShowText(text)) showToast(successMessage, COPIED_MESSAGE_MS)
}

export const copyLink = (url: string) => copyWithToast(url, 'Link copied!')
