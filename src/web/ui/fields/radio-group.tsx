/** One of some values, each with a label and a hint of its own. The error is the server's. */
export function RadioGroup<Value extends string>(props: {
  name: string;
  legend: string;
  choices: ReadonlyArray<{ value: Value; label: string; hint: string }>;
  defaultValue: Value;
  error?: string | undefined;
  onChange?: (value: Value) => void;
}) {
  const { name, legend, choices, defaultValue, error, onChange } = props;
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {choices.map(({ value, label, hint }) => (
        <label key={value} className="choice">
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === defaultValue}
            aria-describedby={`${name}-${value}-hint`}
            onChange={() => onChange?.(value)}
          />
          <span>{label}</span>
          <span id={`${name}-${value}-hint`} className="hint">
            {hint}
          </span>
        </label>
      ))}
      {error !== undefined && (
        <p className="error" tabIndex={-1} data-refused>
          {error}
        </p>
      )}
    </fieldset>
  );
}
