import { SignInPage } from '../../features/sign-in/sign-in.page.tsx'
import { Footer } from '../navigation/footer.tsx'

/** The sign-in screen, which has no frame and shows the footer in its own column. */
export const SignInScreen = () => <SignInPage footer={<Footer />} />
