import { SignInPage } from '../../features/sign-in/sign-in.page.tsx'
import { useFirstScreen } from '../../lib/first-screen.ts'
import { Footer } from '../navigation/footer.tsx'

/** The sign-in screen, which has no frame and shows the footer in its own column. */
export function SignInScreen() {
  useFirstScreen(false, adoptInput)
  return <SignInPage footer={<Footer />} />
}

/** Copies the typed text and the focus from the first screen. */
function adoptInput(screen: HTMLElement) {
  for (const typed of screen.querySelectorAll('input')) {
    const field = document.querySelector<HTMLInputElement>(`input[name=${typed.name}]:not(#first-screen *)`)
    // React ignores an assignment to `value`.
    field?.setRangeText(typed.value, 0, field.value.length, 'end')
    field?.dispatchEvent(new Event('input', { bubbles: true }))
    if (typed === document.activeElement) field?.focus()
  }
}
