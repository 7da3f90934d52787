import { waitFor } from '@testing-library/react'

let heard: (string | null)[] = []
beforeEach(() => void (heard = []))

const isToast = ({ target }: MutationRecord) =>
  (target instanceof Element ? target : target.parentElement)?.matches('[role="status"][popover]')
const hear = (changes: MutationRecord[]) =>
  changes.filter(isToast).forEach(({ addedNodes }) => addedNodes.forEach(node => heard.push(node.textContent)))
new MutationObserver(hear).observe(document, { childList: true, subtree: true })

/** What a toast says. It stands for seconds, and so may a busy machine: one that is gone again was there, too. */
export const said = (text: string | RegExp) =>
  waitFor(() => expect(heard).toContainEqual(typeof text === 'string' ? text : expect.stringMatching(text)))
