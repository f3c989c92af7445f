//! A page of HTML that needs nothing besides itself.

use super::picture::svg;
use super::plots::Plot;
use crate::trouble::Trouble;

/// A text with the signs replaced that mean something in HTML.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(sign),
        }
    }
    escaped
}

/// A table: its caption, the names of its columns, and its rows, whose first cell names the row.
pub(super) struct Table {
    pub(super) caption: String,
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

/// A part of the report: a plot with its table.
pub(super) struct Section {
    pub(super) title: String,
    /// What it means, in a sentence or two.
    pub(super) words: String,
    pub(super) plot: Option<Plot>,
    pub(super) table: Table,
}

const STYLE: &str = "\
:root{color-scheme:light}\
body{font:16px/1.45 system-ui,sans-serif;color:#1a1a1a;background:#fff;max-width:60rem;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.6rem;margin-bottom:.2rem}h2{font-size:1.25rem;margin-top:2.2rem;border-bottom:1px solid #ccc}\
figure{margin:1rem 0}svg{max-width:100%;height:auto}\
table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}\
caption{text-align:left;color:#444;padding-bottom:.3rem}\
th,td{padding:.2rem .7rem;border-bottom:1px solid #ddd;text-align:right;vertical-align:top}\
th:first-child,td:first-child{text-align:left}thead th{border-bottom:2px solid #888}tbody th{font-weight:600}\
code{background:#f2f2f2;padding:.1rem .3rem;overflow-wrap:anywhere}\
.wide{overflow-x:auto}\
@media print{body{margin:0;max-width:none;font-size:11pt}figure,tr{break-inside:avoid}h2{break-after:avoid}.wide{overflow:visible}}";

/// The whole page.
pub(super) fn page(title: &str, lead: &[String], sections: &[Section]) -> Result<String, Trouble> {
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n",
        title = escaped(title)
    );
    for words in lead {
        html.push_str(&format!("<p>{}</p>\n", marked(words)));
    }
    for part in sections {
        html.push_str(&section(part)?);
    }
    html.push_str("</main>\n</body>\n</html>\n");
    Ok(html)
}

fn section(section: &Section) -> Result<String, Trouble> {
    let mut html = format!(
        "<section>\n<h2>{}</h2>\n<p>{}</p>\n",
        escaped(&section.title),
        marked(&section.words)
    );
    if let Some(plot) = &section.plot {
        html.push_str(&format!("<figure>\n{}</figure>\n", svg(plot)?.trim_start()));
    }
    html.push_str(&table(&section.table));
    html.push_str("</section>\n");
    Ok(html)
}

fn table(table: &Table) -> String {
    let mut html = format!(
        "<div class=\"wide\"><table>\n<caption>{}</caption>\n<thead><tr>",
        escaped(&table.caption)
    );
    for column in &table.columns {
        html.push_str(&format!("<th scope=\"col\">{}</th>", escaped(column)));
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        html.push_str("<tr>");
        for (place, cell) in row.iter().enumerate() {
            let cell = escaped(cell);
            if place == 0 {
                html.push_str(&format!("<th scope=\"row\">{cell}</th>"));
            } else {
                html.push_str(&format!("<td>{cell}</td>"));
            }
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table></div>\n");
    html
}

/// Escaped text in which what stands between backquotes is set as it is typed.
fn marked(text: &str) -> String {
    let mut html = String::new();
    for (place, part) in text.split('`').enumerate() {
        let part = escaped(part);
        if place % 2 == 1 {
            html.push_str(&format!("<code>{part}</code>"));
        } else {
            html.push_str(&part);
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_become_markup() {
        assert_eq!(escaped("<b>\"x\" & y"), "&lt;b&gt;&quot;x&quot; &amp; y");
        assert_eq!(marked("run `a<b`"), "run <code>a&lt;b</code>");
    }
}
