// Shows the application's name with its logo, or its first character as a mark.
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { isShown } from '#shared/points/declarations.ts'
import { BASE_PATH } from '../data/base-path.ts'
import { useModel } from '../data/spec.ts'
import classes from './frame.module.css'

export function Brand({ name }: { readonly name: string }) {
  return (
    <Link to="/" className={classes['brand'] ?? ''}>
      <Mark name={name} />
      <span>{name}</span>
    </Link>
  )
}

/** Shows the logo, or the first letter of the name where the file beside the document can't be loaded. */
function Mark({ name }: { readonly name: string }) {
  const { product } = useModel()
  const [isMissing, setMissing] = useState(false)
  const logo = isShown(product) ? product.logo : undefined
  if (logo !== undefined && !isMissing)
    return <img src={`${BASE_PATH}/assets/logo`} alt="" className={classes['logo']} onError={() => setMissing(true)} />
  return (
    <span className={classes['mark']} aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  )
}
