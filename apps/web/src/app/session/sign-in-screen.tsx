import { SignInPage } from '../../features/sign-in/sign-in.page.tsx'
import { useRemoveFirstScreen } from '../../lib/first-screen.ts'
import { Footer } from '../navigation/footer.tsx'

/** The sign-in screen. It has no application frame and shows the footer below the form. */
export function SignInScreen() {
  useRemoveFirstScreen(false, copyTypedText)
  return <SignInPage footer={<Footer />} />
}

/** Copies the text that the user typed into the first screen, and the focus, to the form of the application. */
function copyTypedText(firstScreen: HTMLElement) {
  for (const typedInput of firstScreen.querySelectorAll('input')) {
    const field = document.querySelector<HTMLInputElement>(`input[name=${typedInput.name}]:not(#first-screen *)`)
    // Unlike an assignment to `value`, setRangeText makes React notice the change.
    field?.setRangeText(typedInput.value, 0, field.value.length, 'end')
    field?.dispatchEvent(new Event('input', { bubbles: true }))
    if (typedInput === document.activeElement) field?.focus()
  }
}
