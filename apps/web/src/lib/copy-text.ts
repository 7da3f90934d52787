/**
 * Works without the clipboard permission and over plain HTTP: selects the text of a hidden text area and copies the
 * selection.
 */
function copyThroughTextArea(text: string): boolean {
  const area = document.createElement('textarea')
  const before = document.activeElement
  area.value = text
  area.readOnly = true
  area.className = 'visually-hidden'
  // A modal dialog makes everything outside of it inert, including this text area.
  ;(before?.closest('dialog') ?? document.body).append(area)
  area.focus({ preventScroll: true })
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}

/** S-PANEL-06. Returns whether the text is in the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyThroughTextArea(text)
  }
}
