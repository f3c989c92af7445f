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

/// A table: its caption, the names of its columns, and its rows, whose first cells name the row. Of a cell's lines all but the first are set
/// small.
pub(super) struct Table {
    pub(super) caption: String,
    pub(super) columns: Vec<String>,
    /// How many cells of each row name it.
    pub(super) heads: usize,
    pub(super) rows: Vec<Vec<String>>,
}

/// A part of the report: a plot with its tables.
pub(super) struct Section {
    pub(super) title: String,
    /// What it means, in a sentence or two.
    pub(super) words: String,
    pub(super) plot: Option<Plot>,
    pub(super) tables: Vec<Table>,
}

const STYLE: &str = "\
:root{color-scheme:light}\
body{font:16px/1.45 system-ui,sans-serif;color:#1a1a1a;background:#fff;max-width:60rem;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.6rem;margin-bottom:.2rem}h2{font-size:1.25rem;margin-top:2.2rem;border-bottom:1px solid #ccc}\
figure{margin:1rem 0}svg{max-width:100%;height:auto}\
table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}\
caption{text-align:left;color:#444;padding-bottom:.3rem}\
th,td{padding:.2rem .7rem;border-bottom:1px solid #ddd;text-align:right;vertical-align:top}\
td{white-space:nowrap}td.text{white-space:normal}small{color:#444}\
th:first-child,td:first-child{text-align:left}thead th{border-bottom:2px solid #888}tbody th{font-weight:600}\
code{background:#f2f2f2;padding:.1rem .3rem}\
code span{display:inline-block;max-width:100%;overflow-wrap:anywhere}\
.wide{overflow-x:auto}\
@media print{body{margin:0;max-width:none;font-size:11pt}figure,tr{break-inside:avoid}h2{break-after:avoid}.wide{overflow:visible}\
table{font-size:9pt}th,td{padding:.15rem .4rem}}";

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
    section
        .tables
        .iter()
        .map(table)
        .for_each(|table| html.push_str(&table));
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
            let set = self::cell(cell);
            if place < table.heads {
                html.push_str(&format!("<th scope=\"row\">{set}</th>"));
            } else if cell.chars().count() > UNBROKEN_MAX {
                html.push_str(&format!("<td class=\"text\">{set}</td>"));
            } else {
                html.push_str(&format!("<td>{set}</td>"));
            }
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table></div>\n");
    html
}

/// Up to here a cell is a number or an interval, which is not broken.
const UNBROKEN_MAX: usize = 32;

/// What stands in a cell, its further lines small below the first.
fn cell(text: &str) -> String {
    let mut lines = text.split('\n').map(escaped);
    let mut html = lines.next().unwrap_or_default();
    for line in lines {
        html.push_str(&format!("<br><small>{line}</small>"));
    }
    html
}

/// Escaped text in which what stands between backquotes is set as it is typed.
fn marked(text: &str) -> String {
    let mut html = String::new();
    for (place, part) in text.split('`').enumerate() {
        let part = escaped(part);
        if place % 2 == 1 {
            // Options are not broken at their hyphens.
            let words = part.split(' ').map(|word| format!("<span>{word}</span>"));
            let words: Vec<String> = words.collect();
            html.push_str(&format!("<code>{}</code>", words.join(" ")));
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
        assert_eq!(
            marked("run `a<b --c`"),
            "run <code><span>a&lt;b</span> <span>--c</span></code>"
        );
    }
}
