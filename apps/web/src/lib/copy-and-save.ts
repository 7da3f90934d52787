/**
 * Copies a text by selecting it in a hidden text area. Unlike the clipboard API, this works over plain HTTP and without
 * a permission.
 */
function copyThroughTextArea(text: string): boolean {
  const textArea = document.createElement('textarea')
  const previousFocus = document.activeElement
  textArea.value = text
  textArea.readOnly = true
  textArea.className = 'visually-hidden'
  // If a modal dialog is open, the text area is added to it, because elements outside of the dialog are inert.
  ;(previousFocus?.closest('dialog') ?? document.body).append(textArea)
  textArea.focus({ preventScroll: true })
  textArea.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    textArea.remove()
    if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true })
  }
}

/** S-PANEL-06: copies a text to the clipboard. Returns whether it succeeded. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyThroughTextArea(text)
  }
}

/** Saves a file that the page created to the user's downloads. */
export function saveFile(file: File) {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: file.name }).click()
  URL.revokeObjectURL(url)
}
