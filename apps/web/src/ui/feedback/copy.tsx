import { COPIED_MS } from '@daymark/contracts'
import { copyText } from '../../lib/copy-text.ts'
import { TextField } from '../fields/text-field.tsx'
import { confirmAction } from '../overlay/confirm.ts'
import { showToast } from './toast.ts'

/** Copies to the clipboard. If the browser refuses, a dialog shows the text and the result is false. */
export async function copyOrShow(text: string): Promise<boolean> {
  if (await copyText(text)) return true
  const field = <TextField label="Text" hideLabel readOnly value={text} onFocus={event => event.target.select()} />
  await confirmAction({ title: 'Copy this text', text: field, action: 'Done', cancel: 'Close' })
  return false
}

export async function copyWithToast(text: string, done: string) {
  if (await copyOrShow(text)) showToast(done, COPIED_MS)
}

export const copyLink = (url: string) => copyWithToast(url, 'Link copied!')
