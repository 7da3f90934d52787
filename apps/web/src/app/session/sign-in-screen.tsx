import { SignInPage } from '../../features/sign-in/sign-in.page.tsx'
import { useFirstScreen } from '../../lib/first-screen.ts'
import { Footer } from '../navigation/footer.tsx'

/** The sign-in has no frame: its footer is part of its own column. */
export function SignInScreen() {
  useFirstScreen(false, takeInput)
  return <SignInPage footer={<Footer />} />
}

/** Copies what the user has typed into the first screen, and the focus. */
function takeInput(screen: HTMLElement) {
  for (const typed of screen.querySelectorAll('input')) {
    const field = document.querySelector<HTMLInputElement>(`input[name=${typed.name}]:not(#first-screen *)`)
    // React takes no notice of an assignment to `value`.
    field?.setRangeText(typed.value, 0, field.value.length, 'end')
    field?.dispatchEvent(new Event('input', { bubbles: true }))
    if (typed === document.activeElement) field?.focus()
  }
}
