/** Copies the selection of a hidden text area. This works over plain HTTP and without the clipboard permission. */
function copyThroughTextArea(text: string): boolean {
  const textArea = document.createElement('textarea')
  const previousFocus = document.activeElement
  textArea.value = text
  textArea.readOnly = true
  textArea.className = 'visually-hidden'
  // Outside of an open modal dialog the text area would be inert.
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

/** Saves a file that was created in the page to the user's downloads. */
export function saveFile(file: File) {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: file.name }).click()
  URL.revokeObjectURL(address)
}
