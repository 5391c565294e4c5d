// Shows the application's name with its first character as a mark.
import { Link } from 'react-router-dom'
import classes from './frame.module.css'

export function Brand({ name }: { readonly name: string }) {
  return (
    <Link to="/" className={classes['brand'] ?? ''}>
      <span className={classes['mark']} aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <span>{name}</span>
    </Link>
  )
}
